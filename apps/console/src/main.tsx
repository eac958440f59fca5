import './styles/tokens.css';
import './styles/reset.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchAttendance } from './api/attendance.js';
import { queryClient } from './api/query-client.js';
import { router } from './app/router.js';
import { StepUpGate } from './app/step-up-gate.js';
import { watchConnection } from './app/watch-connection.js';
import { watchSession } from './app/watch-session.js';
import { Toasts } from './ui/toasts.js';

watchAttendance();
watchSession();
watchConnection();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <StepUpGate />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);

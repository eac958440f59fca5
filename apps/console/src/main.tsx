import './styles/tokens.css';
import './styles/reset.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchUserActivity } from './api/user-activity.js';
import { queryClient } from './api/query-client.js';
import { router } from './app/router.js';
import { StepUpGate } from './app/step-up-gate.js';
import { watchReachability } from './app/watch-reachability.js';
import { watchSession } from './app/watch-session.js';
import { Toasts } from './ui/toasts.js';

watchUserActivity();
watchSession();
watchReachability();
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

import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/toasts.js';

/** Sends a decision and tells what it returns; the request is read again even where it failed: it may have moved on. */
export function useDecision(send: () => Promise<string>): UseMutationResult<string, Error, void> {
  const refresh = useRefresh();
  return useMutation({ mutationFn: send, onSuccess: (words) => void toast(words), onSettled: refresh });
}

/** Returns what reads every request again. */
export function useRefresh(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['requests'] });
}

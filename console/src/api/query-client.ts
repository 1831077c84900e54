/** The cache of responses of the server. */
import { notifications } from '@mantine/notifications'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ERRORS } from '../text/errors.ts'
import { asProblem } from './problem.ts'

const RETRIES = 3

/**
 * `ErrorState` shows errors of queries in the page. Errors of changes are shown in the form or, if there is
 * no form, as a notification.
 */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (mutation.options.onError !== undefined || mutation.meta?.['isShownInForm'] === true) return
      notifications.show({ color: 'red', title: ERRORS.changeFailed, message: asProblem(error).message })
    },
  }),
  defaultOptions: {
    queries: {
      // By default, requests wait silently while the browser is offline. With `always` they fail, and the error is
      // shown.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < RETRIES && asProblem(error).isTemporary,
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 8_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

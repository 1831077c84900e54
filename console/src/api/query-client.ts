/** The cache of what the server answered. */
import { notifications } from '@mantine/notifications'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ERRORS } from '../text/errors.ts'
import { asProblem } from './problem.ts'

const RETRIES = 3

/** Failed reads are shown in the page by `ErrorState`; failed changes in their form, or else as a notification. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (mutation.options.onError !== undefined || mutation.meta?.['isShownInForm'] === true) return
      notifications.show({ color: 'red', title: ERRORS.changeFailed, message: asProblem(error).message })
    },
  }),
  defaultOptions: {
    queries: {
      // By default a browser without a network waits without a word; an error says what to do.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < RETRIES && asProblem(error).isTemporary,
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 8_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

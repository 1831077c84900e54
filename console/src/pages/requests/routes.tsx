import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'

export interface RequestsSearch {
  readonly method?: string
  /** A text that the path contains. */
  readonly path?: string
  /** The first digit of the status. */
  readonly status?: string
  /** The kind of credentials, `refused`, or the id of a user. */
  readonly token?: string
  /** Id of the request whose details are shown. */
  readonly selected?: string
  readonly live?: 'paused'
}

const TEXTS = ['method', 'path', 'status', 'token', 'selected'] as const

export const requestsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'requests',
    validateSearch: (search: Record<string, unknown>): RequestsSearch => ({
      ...Object.fromEntries(
        TEXTS.flatMap((name) => {
          const value = search[name]
          return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
        }),
      ),
      ...(search['live'] === 'paused' ? { live: 'paused' as const } : {}),
    }),
    component: lazyRouteComponent(() => import('./RequestsPage.tsx'), 'RequestsPage'),
  }),
]

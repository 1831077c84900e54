import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'
import type { RequestsSearch } from './search.ts'

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

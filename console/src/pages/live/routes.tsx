import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'

export interface LiveSearch {
  /** Id of the rule whose matches are shown; all rules without one. */
  readonly rule?: string
}

export const liveRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'live',
    validateSearch: ({ rule }: Record<string, unknown>): LiveSearch =>
      typeof rule === 'string' || typeof rule === 'number' ? { rule: String(rule) } : {},
    component: lazyRouteComponent(() => import('./LivePage.tsx'), 'LivePage'),
  }),
]

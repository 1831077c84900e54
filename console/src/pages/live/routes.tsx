import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'
import { type ProductSearch, productSearch } from '../rules/products.ts'

export interface LiveSearch extends ProductSearch {
  /** Id of the rule whose matches are shown. Without an id, the matches of all rules are shown. */
  readonly rule?: string
}

export const liveRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'live',
    validateSearch: ({ rule, product }: Record<string, unknown>): LiveSearch => ({
      ...productSearch(product),
      ...(typeof rule === 'string' || typeof rule === 'number' ? { rule: String(rule) } : {}),
    }),
    component: lazyRouteComponent(() => import('./LivePage.tsx'), 'LivePage'),
  }),
]

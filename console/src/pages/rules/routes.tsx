import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'
import { productSearch } from './products.ts'
import { loadRules } from './queries.ts'
import { type RulesSearch, TOOLS } from './search.ts'

export const rulesRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'rules',
    validateSearch: ({ edit, tool, post, product }: Record<string, unknown>): RulesSearch => {
      const known = TOOLS.find((each) => each === tool)
      return {
        ...productSearch(product),
        ...(isText(edit) ? { edit: String(edit) } : {}),
        ...(known === undefined ? {} : { tool: known }),
        ...(isText(post) ? { post: String(post) } : {}),
      }
    },
    staticData: { loadData: loadRules },
    component: lazyRouteComponent(() => import('./RulesPage.tsx'), 'RulesPage'),
  }),
]

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

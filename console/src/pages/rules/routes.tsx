import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'
import { type ProductSearch, productSearch } from './products.ts'
import { loadRules } from './queries.ts'

export const TOOLS = ['matches', 'compare', 'explain'] as const
export type Tool = (typeof TOOLS)[number]

export interface RulesSearch extends ProductSearch {
  /** Id of the rule that is being edited; without it, the editor has a new rule. */
  readonly edit?: string
  readonly tool?: Tool
  /** Id of the post that is explained. */
  readonly post?: string
}

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

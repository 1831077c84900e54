import type { ProductSearch } from './products.ts'

export const TOOLS = ['matches', 'compare', 'explain'] as const
export type Tool = (typeof TOOLS)[number]

/** The state of the page in the URL. */
export interface RulesSearch extends ProductSearch {
  /** Id of the rule that is being edited; without it, the editor has a new rule. */
  readonly edit?: string
  readonly tool?: Tool
  /** Id of the post that is explained. */
  readonly post?: string
}

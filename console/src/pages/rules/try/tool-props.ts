import type { RuleSet } from '../queries.ts'

/** The rule in the editor, for the tools that try it. */
export interface ToolProps {
  readonly of: RuleSet
  readonly value: string
  readonly isValid: boolean
}

import { useState } from 'react'
import type { Rule, RuleSet } from './queries.ts'
import { RuleForm } from './RuleForm.tsx'
import { TryRule } from './try/TryRule.tsx'
import { useRuleCheck } from './use-rule-check.ts'

interface Props {
  readonly of: RuleSet
  /** Undefined for a new rule. */
  readonly edited: Rule | undefined
  /** Initial text of the editor. */
  readonly initial: string
  readonly onChange: (value: string) => void
  readonly maxLength: number
}

/** The editor of a rule, and tools that show the posts that it would match. */
export function RuleDesk({ of, edited, initial, onChange, maxLength }: Props) {
  const [value, setValue] = useState(initial)
  const check = useRuleCheck(of, value)
  const change = (text: string) => {
    setValue(text)
    onChange(text)
  }
  return (
    <>
      <RuleForm of={of} edited={edited} maxLength={maxLength} value={value} onChange={change} check={check} />
      <TryRule of={of} edited={edited} value={value} isValid={check.state === 'valid'} />
    </>
  )
}

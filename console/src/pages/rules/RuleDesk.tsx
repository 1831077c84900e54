import { useState } from 'react'
import type { Rule } from './queries.ts'
import { RuleForm } from './RuleForm.tsx'
import { TryRule } from './try/TryRule.tsx'
import { useRuleCheck } from './use-rule-check.ts'

interface Props {
  readonly appId: string
  /** A new rule without one. */
  readonly edited: Rule | undefined
  readonly maxLength: number
}

/** A rule that is written, and what it would match. */
export function RuleDesk({ appId, edited, maxLength }: Props) {
  const [value, setValue] = useState(edited?.value ?? '')
  const check = useRuleCheck(appId, value)
  return (
    <>
      <RuleForm
        appId={appId}
        edited={edited}
        maxLength={maxLength}
        value={value}
        onChange={setValue}
        check={check}
      />
      <TryRule appId={appId} edited={edited} value={value} isValid={check.state === 'valid'} />
    </>
  )
}

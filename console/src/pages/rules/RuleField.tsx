import { Anchor, Button, Group, Input, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId } from 'react'
import { EDITOR } from '../../text/rules.ts'
import type { Operator } from './editor/completion.ts'
import type { RuleEditorHandle } from './editor/RuleEditor.tsx'
import { RuleInput } from './editor/RuleInput.tsx'
import { operatorsQuery, type RuleSet } from './queries.ts'
import classes from './RuleField.module.css'
import type { RuleCheck, RuleProblem } from './use-rule-check.ts'

interface Props {
  readonly of: RuleSet
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: () => void
  readonly check: RuleCheck
  readonly maxLength: number
  readonly editor: RefObject<RuleEditorHandle | null>
}

const NONE: readonly Operator[] = []

/** The editor with its label, help text, length and problems. */
export function RuleField({ of, value, onChange, onSubmit, check, maxLength, editor }: Props) {
  const id = useId()
  const operators = useQuery(operatorsQuery(of))
  const length = [...value].length
  return (
    <Stack gap={6}>
      <div>
        <Input.Label id={`${id}-label`} labelElement="div" required onClick={() => editor.current?.focus()}>
          {EDITOR.rule}
        </Input.Label>
        <Input.Description id={`${id}-advice`}>{EDITOR.advice}</Input.Description>
      </div>
      <RuleInput
        ref={editor}
        value={value}
        onChange={onChange}
        onSubmit={onSubmit}
        problems={check.problems}
        operators={operators.data?.operators ?? NONE}
        labelledBy={`${id}-label`}
        describedBy={`${id}-advice ${id}-length ${id}-state`}
      />
      <Group justify="space-between" gap="xs" align="flex-start">
        <Button
          variant="default"
          size="compact-xs"
          title={EDITOR.operatorsKeys}
          disabled={operators.data === undefined}
          onClick={() => editor.current?.complete()}
        >
          {EDITOR.operators}
        </Button>
        <Text id={`${id}-length`} size="xs" c={length > maxLength ? 'var(--mantine-color-error)' : 'dimmed'}>
          {EDITOR.length(length, maxLength)}
        </Text>
      </Group>
      <div id={`${id}-state`} role="status">
        <State check={check} onShow={({ start, end }) => editor.current?.select(start, end)} />
      </div>
    </Stack>
  )
}

interface StateProps {
  readonly check: RuleCheck
  readonly onShow: (problem: RuleProblem) => void
}

function State({ check: { state, problems }, onShow }: StateProps) {
  switch (state) {
    case 'valid':
      return (
        <Text size="sm" c="dimmed" component="div">
          <Group gap={6}>
            <IconCheck size={16} aria-hidden />
            {EDITOR.valid}
          </Group>
        </Text>
      )
    case 'invalid':
      return (
        <Stack component="ul" gap={4} m={0} p={0}>
          {problems.map((problem) => (
            <Group
              key={`${problem.start} ${problem.message}`}
              component="li"
              gap="xs"
              wrap="nowrap"
              align="flex-start"
            >
              <IconAlertTriangle className={classes['icon']} size={16} aria-hidden />
              <Text size="sm" component="div">
                {EDITOR.problem(problem.message)}{' '}
                {problem.expected.length > 0 && EDITOR.expected(problem.expected)}{' '}
                <Anchor component="button" type="button" size="sm" onClick={() => onShow(problem)}>
                  {EDITOR.show}
                </Anchor>
              </Text>
            </Group>
          ))}
        </Stack>
      )
    case 'unchecked':
      return (
        <Text size="sm" c="dimmed">
          {EDITOR.unchecked}
        </Text>
      )
    case 'checking':
      return <VisuallyHidden>{EDITOR.checking}</VisuallyHidden>
    case 'empty':
      return null
  }
}

import { Badge, Group, Text } from '@mantine/core'
import type { components } from '../../../api/schema.d.ts'
import { TRY } from '../../../text/rules.ts'
import classes from './Parts.module.css'

const TEXTS = TRY.explaining

type Part = components['schemas']['ConsoleExplanation']['parts'][number]

/** Maximum depth of indentation, so that deep parts fit on a phone. */
const MAX_INDENT = 6

interface Props {
  readonly value: string
  readonly parts: readonly Part[]
}

/** Shows the parts of a rule, each with its result and the text that matched. */
export function Parts({ value, parts }: Props) {
  return (
    <ul className={classes['list']} aria-label={TEXTS.parts}>
      {parts.map((part) => {
        const { kind, depth, start, end, matches, evidence } = part
        return (
          <li
            key={`${depth} ${start} ${end} ${kind}`}
            className={classes['part']}
            style={{ paddingInlineStart: `${0.75 + Math.min(depth, MAX_INDENT) * 1.25}rem` }}
          >
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Badge color={matches ? 'green' : 'gray'} miw="3.25rem" style={{ flex: 'none' }}>
                {matches ? TEXTS.isTrue : TEXTS.isFalse}
              </Badge>
              <Text size="sm" component="div" miw={0}>
                {TEXTS.kinds[kind] !== '' && (
                  <Text span inherit c="dimmed">
                    {TEXTS.kinds[kind]}{' '}
                  </Text>
                )}
                <code className={classes['code']}>{value.slice(start, end)}</code>
              </Text>
            </Group>
            {evidence.map(({ field, value: found }) => (
              <Text
                key={`${field} ${found}`}
                size="sm"
                c="dimmed"
                ml="4rem"
                className={classes['code'] ?? ''}
              >
                {TEXTS.fields[field] ?? field}: {found}
              </Text>
            ))}
          </li>
        )
      })}
    </ul>
  )
}

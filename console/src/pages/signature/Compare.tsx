import { Alert, Button, Code, List, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Section } from '../../components/Section.tsx'
import { SIGNATURE } from '../../text/signature.ts'

type Failure = components['schemas']['ConsoleSignatureFailure']
type Comparison = components['schemas']['ConsoleSignatureComparison']

/** Allowed difference between a timestamp and the server’s time, in seconds. */
const CLOCK_SECONDS = 300

interface Props {
  readonly appId: string
  readonly failure: Failure
}

/** Compares the server’s base string of a refused signature with the developer’s base string. */
export function Compare({ appId, failure }: Props) {
  const { id, base_string, clock_seconds = 0, key_mistake } = failure
  const [yours, setYours] = useState('')
  const compare = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/console/api/apps/{app_id}/signature/compare', {
          params: { path: { app_id: appId } },
          body: { failure_id: id, base_string: yours },
        }),
      ),
    meta: { isShownInForm: true },
  })
  const seconds = String(Math.abs(clock_seconds))
  return (
    <Section title={SIGNATURE.compare}>
      <Stack gap="md">
        {key_mistake !== undefined && <Alert color="yellow">{SIGNATURE.keyMistakes[key_mistake]}</Alert>}
        {Math.abs(clock_seconds) > CLOCK_SECONDS && (
          <Alert color="yellow">
            {clock_seconds > 0 ? SIGNATURE.clockBehind(seconds) : SIGNATURE.clockAhead(seconds)}
          </Alert>
        )}
        {base_string === '' ? (
          <Text size="sm">{SIGNATURE.noServerString}</Text>
        ) : (
          <>
            <CodeBlock label={SIGNATURE.serverString} code={base_string} isWrapped />
            <form
              onSubmit={(event) => {
                event.preventDefault()
                compare.mutate()
              }}
            >
              <Stack gap="sm" align="flex-start">
                <Textarea
                  label={SIGNATURE.yours}
                  description={SIGNATURE.yoursHelp}
                  value={yours}
                  onChange={(event) => setYours(event.currentTarget.value)}
                  autosize
                  minRows={3}
                  maxRows={10}
                  w="100%"
                  spellCheck={false}
                  styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
                />
                <Button type="submit" loading={compare.isPending}>
                  {SIGNATURE.button}
                </Button>
              </Stack>
            </form>
            {compare.error !== null && <ErrorState error={compare.error} onRetry={() => compare.mutate()} />}
            {compare.data !== undefined && <Result comparison={compare.data} />}
          </>
        )}
      </Stack>
    </Section>
  )
}

function Result({ comparison }: { readonly comparison: Comparison }) {
  const { is_same, first_byte = 0, server, yours, findings } = comparison
  if (is_same) {
    return (
      <Alert color="green" title={SIGNATURE.same} role="status">
        {SIGNATURE.sameAdvice}
      </Alert>
    )
  }
  return (
    <Alert color="yellow" title={SIGNATURE.first(String(first_byte))} role="status">
      <Stack gap="sm">
        <Snippet label={SIGNATURE.server} text={server} />
        <Snippet label={SIGNATURE.own} text={yours} />
        <List size="sm" spacing="xs">
          {findings.map(({ mistake, parameter, server: right, yours: own }) => (
            <List.Item key={`${mistake} ${parameter ?? ''} ${own ?? ''}`}>
              {parameter !== undefined && <Code>{parameter}</Code>} {SIGNATURE.mistakes[mistake]}
              {right !== undefined && <Snippet label={SIGNATURE.server} text={right} />}
              {own !== undefined && <Snippet label={SIGNATURE.own} text={own} />}
            </List.Item>
          ))}
        </List>
      </Stack>
    </Alert>
  )
}

function Snippet({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Text size="xs" component="div" style={{ overflowWrap: 'anywhere' }}>
      {label}: <Code>{text}</Code>
    </Text>
  )
}

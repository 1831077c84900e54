import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import type { components } from '../../api/schema.d.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Time } from '../../components/Time.tsx'
import { REFERENCE } from '../../text/reference.ts'

type Trial = components['schemas']['ConsoleTrial']

/** Shows the request that was sent, and its response. */
export function TrialResult({ trial: { request, response } }: { readonly trial: Trial }) {
  const sent = [
    `${request.method} ${request.url}`,
    ...linesOf(request.headers),
    ...(request.body === undefined ? [] : ['', request.body]),
  ].join('\n')
  return (
    <Stack gap="sm">
      {response === undefined ? (
        <Alert color="yellow">{REFERENCE.tooSlow}</Alert>
      ) : (
        <ResponseView response={response} />
      )}
      <CodeBlock label={REFERENCE.requestAsSent} code={sent} isWrapped />
      {request.base_string !== undefined && (
        <CodeBlock label={REFERENCE.baseString} code={request.base_string} isWrapped />
      )}
    </Stack>
  )
}

function ResponseView({ response }: { readonly response: NonNullable<Trial['response']> }) {
  const { status, reason, headers, body, messages, ended, milliseconds } = response
  const header = (name: string) => headers.find((each) => each.name.toLowerCase() === name)?.value
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((each) =>
    header(`x-rate-limit-${each}`),
  )
  const note = REFERENCE.ended[ended]
  return (
    <>
      <Group gap="sm" role="status">
        <Badge size="lg" color={status < 400 ? 'green' : 'red'}>
          {status} {reason}
        </Badge>
        <Text size="sm">{REFERENCE.milliseconds(milliseconds)}</Text>
        {limit !== undefined && remaining !== undefined && (
          <Text size="sm">{REFERENCE.limits(remaining, limit)}</Text>
        )}
        {reset !== undefined && (
          <Text size="sm" c="dimmed" component="span">
            {REFERENCE.limitsReset} <Time value={new Date(Number(reset) * 1000).toISOString()} />
          </Text>
        )}
      </Group>
      {note !== undefined && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      {messages === undefined ? (
        <CodeBlock label={REFERENCE.body} code={pretty(body)} isWrapped />
      ) : (
        <CodeBlock
          label={REFERENCE.messages(messages.length)}
          code={messages.map(pretty).join('\n')}
          isWrapped
        />
      )}
      <CodeBlock label={REFERENCE.headers} code={linesOf(headers).join('\n')} isWrapped />
    </>
  )
}

function linesOf(headers: Trial['request']['headers']): string[] {
  return headers.map(({ name, value }) => `${name}: ${value}`)
}

/** JSON with line breaks, and numbers with all digits; other text is unchanged. */
function pretty(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  let depth = 0
  // The text is formatted without parsing, because JavaScript would round ids.
  return text.replaceAll(
    /"(?:[^"\\]|\\.)*"|\s+|([[{])(\s*[\]}])?|[\]}]|,|:/g,
    (token, open?: string, close?: string) => {
      if (token.startsWith('"')) return token
      if (token.trim() === '') return ''
      if (open !== undefined) {
        if (close !== undefined) return open + close.trim()
        depth += 1
        return `${open}\n${'  '.repeat(depth)}`
      }
      if (token === ',') return `,\n${'  '.repeat(depth)}`
      if (token === ':') return ': '
      depth -= 1
      return `\n${'  '.repeat(depth)}${token}`
    },
  )
}

import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { components } from '../../api/schema.d.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { WEBHOOKS } from '../../text/webhooks.ts'

export type Challenge = components['schemas']['ConsoleChallenge']

const TEXTS = WEBHOOKS.challenge

interface Props {
  readonly challenge: Challenge
  /** Message for a challenge that succeeded; default: a general message. */
  readonly met?: string
}

/** Shows the result of a challenge, with the request and the response. */
export function ChallengeResult({ challenge, met }: Props) {
  const { result, request, response, expected, took_ms } = challenge
  const isMet = result === 'met'
  const icon = isMet ? <IconCheck size={18} /> : <IconAlertTriangle size={18} />
  return (
    <Stack gap="sm">
      <Alert color={isMet ? 'green' : 'red'} icon={icon} role={isMet ? 'status' : 'alert'}>
        <Text size="md">
          {isMet && met !== undefined ? met : TEXTS.results[result]} {TEXTS.took(took_ms)}
        </Text>
      </Alert>
      <CodeBlock label={TEXTS.request} code={requestText(request)} isWrapped />
      <CodeBlock label={TEXTS.response} code={responseText(response)} isWrapped />
      {!isMet && <CodeBlock label={TEXTS.expected} code={expected} isWrapped />}
    </Stack>
  )
}

export interface ShownRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A request as HTTP text. */
export function requestText({ method, url, headers, body }: ShownRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${url}`, ...lines, ...(body === null ? [] : ['', body])].join('\n')
}

/** A response as HTTP text. */
export function responseText({
  status,
  body,
}: {
  readonly status: number | null
  readonly body: string
}): string {
  const { noResponse, emptyResponse } = WEBHOOKS.deliveries
  if (status === null) return `${noResponse}: ${body}`
  return `${status}\n\n${body === '' ? emptyResponse : body}`
}

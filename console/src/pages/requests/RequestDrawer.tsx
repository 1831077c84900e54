import { Drawer, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Fact } from '../../components/Fact.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Time } from '../../components/Time.tsx'
import { useSession } from '../../session/session.ts'
import { REQUESTS } from '../../text/requests.ts'
import { Status } from './columns.tsx'
import { curlOf } from './filter.ts'

type Details = components['schemas']['ConsoleRequestDetails']
type Message = components['schemas']['ConsoleMessage']

const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 })

interface Props {
  readonly appId: string
  /** Undefined while the drawer is closed. */
  readonly id: string | undefined
  readonly onClose: () => void
}

/** Shows the details of a request. */
export function RequestDrawer({ appId, id, onClose }: Props) {
  const details = useQuery({
    queryKey: ['app', appId, 'request', id],
    enabled: id !== undefined,
    queryFn: () =>
      dataOf(
        api.GET('/console/api/apps/{app_id}/requests/{request_id}', {
          params: { path: { app_id: appId, request_id: id ?? '' } },
        }),
      ),
  })
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={REQUESTS.details}
      closeButtonProps={{ 'aria-label': REQUESTS.close }}
    >
      <Loaded query={details}>{(data) => <Content details={data} />}</Loaded>
    </Drawer>
  )
}

function Content({ details: { request, origin, sent, received } }: { readonly details: Details }) {
  const { method, path, status, at, ms, limits, transaction, reason, error } = request
  const { api_url: apiUrl } = useSession()
  const curl = curlOf(request, origin ?? apiUrl, sent?.headers ?? [], sent?.body)
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Status status={status} />
        <Text span ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {method} {path}
        </Text>
      </Group>
      <Fact labelWidth="8rem" label={REQUESTS.time}>
        <Time value={at} as="date" />
      </Fact>
      <Fact labelWidth="8rem" label={REQUESTS.latency}>
        {REQUESTS.milliseconds(NUMBER.format(ms))}
      </Fact>
      {limits !== undefined && (
        <Fact labelWidth="8rem" label={REQUESTS.window}>
          {REQUESTS.leftOf(NUMBER.format(limits.remaining), NUMBER.format(limits.limit))}, {REQUESTS.resets}{' '}
          <Time value={limits.reset * 1_000} />
        </Fact>
      )}
      <Fact labelWidth="8rem" label={REQUESTS.transaction}>
        {transaction}
      </Fact>
      {reason !== undefined && (
        <Fact labelWidth="8rem" label={REQUESTS.reason}>
          {reason}
        </Fact>
      )}
      {error !== undefined && <CodeBlock label={REQUESTS.error} code={error} isWrapped />}
      <CodeBlock label={REQUESTS.curl} code={curl} />
      {sent === undefined || received === undefined ? (
        <Text size="sm" c="dimmed">
          {REQUESTS.notRecorded}
        </Text>
      ) : (
        <>
          <Part message={sent} headers={REQUESTS.sent} body={REQUESTS.sentBody} />
          <Part message={received} headers={REQUESTS.received} body={REQUESTS.receivedBody} />
        </>
      )}
    </Stack>
  )
}

interface PartProps {
  readonly message: Message
  readonly headers: string
  readonly body: string
}

function Part({
  message: { headers, body, body_bytes, is_cut },
  headers: title,
  body: bodyTitle,
}: PartProps) {
  return (
    <>
      <CodeBlock label={title} code={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')} />
      {body !== undefined && body !== '' && <CodeBlock label={bodyTitle} code={body} isWrapped />}
      {is_cut && (
        <Text size="xs" c="dimmed">
          {REQUESTS.cut(NUMBER.format(body_bytes))}
        </Text>
      )}
    </>
  )
}

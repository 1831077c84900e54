/** `aviary proxy-hint`: prints lines that connect each known client to this server. */
import type { Command } from 'commander'
import { publicUrlOf } from '../../../lib/server-address.ts'
import type { HintServer } from '../../client-hints/client-hint.ts'
import { clientLines, hintText } from '../../client-hints/client-lines.ts'
import { CLIENT_HINTS, HINT_CREDENTIALS } from '../../client-hints/clients.ts'
import type { Streams } from '../../output.ts'
import { existingDataAction, standardCommand, UsageError } from '../../run.ts'
import { PLACE_SETTINGS, serverPlace } from '../../server-place.ts'

const HINT_SETTINGS = ['data', 'database', 'key', 'migrate', ...PLACE_SETTINGS] as const

const NAMES = CLIENT_HINTS.map(({ name }) => name)

interface Options extends Record<string, unknown> {
  readonly client?: string
}

export function proxyHintCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand(
    'proxy-hint',
    'Print the lines that connect each known client to the running server: options for its address, variables for its proxy and certificate.',
    HINT_SETTINGS,
  )
    .option('--client <NAME>', `One client only: ${NAMES.join(', ')}`)
    .action(
      existingDataAction<Options, []>(streams, exit, async ({ store }, invocation, options) => {
        const { client } = options
        requireClient(client)
        const place = await serverPlace({ store }, invocation, options, publicUrlOf)
        const server: HintServer = { url: publicUrlOf(place), caFile: place.caFile, proxy: place.proxy }
        const lines = clientLines(server, client)
        const proxy = server.proxy && { url: server.proxy.url, ca_file: server.proxy.caFile }
        invocation.output.result(
          {
            url: server.url,
            hosts: place.hosts,
            ca_file: server.caFile ?? null,
            proxy: proxy ?? null,
            variables: Object.keys(HINT_CREDENTIALS),
            clients: lines,
          },
          [...head(server), ...hintText(lines)],
        )
      }),
    )
}

/** @throws {UsageError} */
function requireClient(client: string | undefined): void {
  if (client !== undefined && !NAMES.includes(client)) {
    throw new UsageError(`--client takes ${NAMES.join(', ')}; not ${JSON.stringify(client)}`)
  }
}

function head({ url, caFile, proxy }: HintServer): readonly string[] {
  return [
    `# Server: ${url}${caFile === undefined ? '' : `, certificate authority ${caFile}`}`,
    ...(proxy === undefined ? [] : [`# Client proxy: ${proxy.url}, certificate authority ${proxy.caFile}`]),
    `# The programs read ${Object.keys(HINT_CREDENTIALS).join(', ')}: "aviary app create APP --owner USER --permissions read-write" and "aviary token create --app APP_ID --user USER" print the values.`,
  ]
}

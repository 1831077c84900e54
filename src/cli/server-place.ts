/** Finds the public URLs of the server that uses the same database as a command. */
import { readMembers } from '../cluster/nodes.ts'
import { type Config, type SettingName, usesTls } from '../config.ts'
import type { Context } from '../domain/context.ts'
import { localHostOf, parseServerAddress, type ServerAddress } from '../lib/server-address.ts'
import type { Output } from './output.ts'

/** Settings of commands that print URLs. */
export const PLACE_SETTINGS: readonly SettingName[] = [
  'base_url',
  'stream_url',
  'hosts',
  'trusted_proxy',
  'host',
  'port',
  'stream_port',
  'console_port',
  'tls',
  'tls_cert',
  'tls_key',
]

/** Settings of commands that use the database and print URLs. */
export const LINK_SETTINGS: readonly SettingName[] = ['data', 'database', 'key', 'migrate', ...PLACE_SETTINGS]

/**
 * Listener flags, by their names in commander. A command with one of these flags describes a server that is
 * not running yet.
 */
const LISTENER_FLAGS = ['host', 'port', 'streamPort', 'consolePort', 'tls', 'tlsCert'] as const

/**
 * The addresses of a server: those of the running server that started last. If no server runs, the addresses
 * come from the settings. A note says so, unless the settings name a public URL or host. If the command has
 * flags of listeners, running servers are ignored. Base URLs and host names of flags or variables replace
 * those of the running server.
 * @param options the options of the command
 * @param urlOf a function that returns the URL that the command prints; a note lists the URLs of other
 * running servers, if they are different
 */
export async function serverPlace(
  { store }: Pick<Context, 'store'>,
  { config, output }: { readonly config: Config; readonly output: Output },
  options: Readonly<Record<string, unknown>>,
  urlOf: (place: ServerAddress) => string,
): Promise<ServerAddress> {
  const areListenersNamed = LISTENER_FLAGS.some((flag) => options[flag] !== undefined)
  const running = areListenersNamed ? [] : await readMembers(store)
  const places = running.flatMap(({ address }) => {
    const place = parseServerAddress(address)
    return place === undefined ? [] : named(place, config)
  })
  const [place] = places
  if (place === undefined) {
    const wanted = named(settingsPlace(config), config)
    if (!areListenersNamed && !isNamed(config)) {
      output.note(
        `No server is running on this data: ${urlOf(wanted)} is its address with the settings of this command.`,
      )
    }
    return wanted
  }
  const others = new Set(places.map(urlOf))
  others.delete(urlOf(place))
  if (others.size > 0) {
    output.note(
      `Other servers on this data have the address ${[...others].join(', ')}; choose the address for clients with --base-url or --url.`,
    )
  }
  return place
}

function isNamed({ base_url, stream_url, hosts }: Config): boolean {
  return base_url !== '' || stream_url !== '' || hosts.length > 0
}

function named(place: ServerAddress, { base_url, stream_url, hosts, trusted_proxy }: Config): ServerAddress {
  return {
    ...place,
    baseUrl: base_url || place.baseUrl,
    streamUrl: stream_url || place.streamUrl,
    hosts: hosts.length > 0 ? hosts : place.hosts,
    isProxied: place.isProxied || trusted_proxy.length > 0,
  }
}

function settingsPlace({ host, port, stream_port, console_port, ...config }: Config): ServerAddress {
  const origin = `${usesTls(config) ? 'https' : 'http'}://${localHostOf(host)}`
  return {
    local: {
      public: `${origin}:${port}`,
      ...(stream_port === undefined ? {} : { stream: `${origin}:${stream_port}` }),
      ...(console_port === undefined ? {} : { console: `${origin}:${console_port}` }),
    },
    baseUrl: '',
    streamUrl: '',
    hosts: [],
    isProxied: false,
  }
}

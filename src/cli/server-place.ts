/** Where clients reach the server of a command's data, for commands that print URLs. */
import type { Config, SettingName } from '../config.ts'
import { runningServers } from '../db/servers.ts'
import type { Context } from '../domain/context.ts'
import { localHostOf, type ServerAddress } from '../lib/server-address.ts'
import type { Output } from './output.ts'

/** The settings that such a command takes. */
export const PLACE_SETTINGS: readonly SettingName[] = [
  'base_url',
  'stream_url',
  'hosts',
  'trusted_proxy',
  'host',
  'port',
  'stream_port',
  'tls_cert',
  'tls_key',
]

/** Flags that describe listeners, as commander names them: they are meant for a server that does not run yet. */
const LISTENER_FLAGS = ['host', 'port', 'streamPort', 'tlsCert'] as const

/**
 * Where the server is reached: the running one that started last, else the one that the settings would give, which a note
 * says. Listeners named by flags go before the running server's, and outer names by flag or variable before its names.
 * @param options of the command
 * @param urlOf the URL that is wanted, to compare servers by
 */
export async function serverPlace(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  { config, output }: { readonly config: Config; readonly output: Output },
  options: Readonly<Record<string, unknown>>,
  urlOf: (place: ServerAddress) => string,
): Promise<ServerAddress> {
  const areListenersNamed = LISTENER_FLAGS.some((flag) => options[flag] !== undefined)
  const running = areListenersNamed ? [] : await runningServers(store, clock)
  const places = running.map((place) => named(place, config))
  const [place] = places
  if (place === undefined) {
    const wanted = named(settingsPlace(config), config)
    if (!areListenersNamed && !isNamed(config)) {
      output.note(
        `No server runs over this data: ${urlOf(wanted)} is where it would be with the settings of this command.`,
      )
    }
    return wanted
  }
  const others = new Set(places.map(urlOf))
  others.delete(urlOf(place))
  if (others.size > 0) {
    output.note(
      `Other servers over this data are reached at ${[...others].join(', ')}; --base-url or --url names the one for clients.`,
    )
  }
  return place
}

function isNamed({ base_url, stream_url, hosts }: Config): boolean {
  return base_url !== '' || stream_url !== '' || hosts.length > 0
}

function named(place: ServerAddress, { base_url, stream_url, hosts, trusted_proxy }: Config): ServerAddress {
  return {
    local: place.local,
    baseUrl: base_url || place.baseUrl,
    streamUrl: stream_url || place.streamUrl,
    hosts: hosts.length > 0 ? hosts : place.hosts,
    isProxied: place.isProxied || trusted_proxy.length > 0,
  }
}

function settingsPlace({ tls_cert, host, port, stream_port }: Config): ServerAddress {
  const origin = `${tls_cert === '' ? 'http' : 'https'}://${localHostOf(host)}`
  return {
    local: {
      public: `${origin}:${port}`,
      ...(stream_port === undefined ? {} : { stream: `${origin}:${stream_port}` }),
    },
    baseUrl: '',
    streamUrl: '',
    hosts: [],
    isProxied: false,
  }
}

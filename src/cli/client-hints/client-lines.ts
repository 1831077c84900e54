/** The output of "aviary proxy-hint": lines for each of {@link CLIENT_HINTS} with the addresses of a server. */
import type { ClientHint, ClientWay, HintServer, HintVariable } from './client-hint.ts'
import { CLIENT_HINTS } from './clients.ts'
import { quoted, trustOf } from './trust.ts'

/** The notice for a client that needs the proxy, when the server has no proxy. */
const NO_PROXY =
  'This client has the public host names built in and needs the client proxy: start the server with --proxy-port 8082.'

/** The lines for one client and one way, with the member names of `--json`. */
export interface ClientLines {
  readonly client: string
  readonly title: string
  readonly language: string
  readonly by: ClientWay['by']
  /** Shell commands to run before the program. */
  readonly shell: readonly string[]
  /** Language of the code. */
  readonly code_language: ClientHint['code']
  /** Name of the file for the code; null when the code is a command. */
  readonly file: string | null
  readonly code: string
  /** The reason why the lines are missing, or a sentence about what does not work; null if neither applies. */
  readonly note: string | null
}

/** @param client name of a client; default: all clients */
export function clientLines(server: HintServer, client?: string): readonly ClientLines[] {
  const hints = CLIENT_HINTS.filter(({ name }) => client === undefined || name === client)
  return hints.flatMap((hint) => hint.ways.map((way) => linesOf(server, hint, way)))
}

function linesOf(server: HintServer, hint: ClientHint, way: ClientWay): ClientLines {
  const { name, title, language, code, file } = hint
  const isMissing = way.by === 'proxy' && server.proxy === undefined
  return {
    client: name,
    title,
    language,
    by: way.by,
    shell: isMissing ? [] : shellLines(server, way),
    code_language: code,
    file: file ?? null,
    code: isMissing ? '' : way.code(server.url),
    note: isMissing ? NO_PROXY : (way.note ?? null),
  }
}

function shellLines({ proxy, caFile: ownCaFile }: HintServer, way: ClientWay): readonly string[] {
  const caFile = way.by === 'proxy' ? proxy?.caFile : ownCaFile
  if (way.usesTrustStore === true) {
    if (caFile === undefined) return []
    const { keytool, options } = trustOf({ caFile }).java
    return [keytool, `export JAVA_TOOL_OPTIONS="${options}"`]
  }
  const values = way.variables.flatMap((variable) => {
    const value = variableValue(variable, proxy?.url, caFile)
    return value === undefined ? [] : [`${variable}=${quoted(value)}`]
  })
  return values.length === 0 ? [] : [`export ${values.join(' ')}`]
}

function variableValue(
  variable: HintVariable,
  proxyUrl: string | undefined,
  caFile: string | undefined,
): string | undefined {
  if (variable === 'HTTPS_PROXY') return proxyUrl
  return variable === 'NODE_USE_ENV_PROXY' ? '1' : caFile
}

/** The text output: a heading, the shell lines and the code of each way. */
export function hintText(lines: readonly ClientLines[]): readonly string[] {
  return lines.flatMap(({ title, language, by, shell, file, code, note }) => [
    '',
    `# ${title} (${language}), by ${by === 'address' ? 'the address of the server' : 'the client proxy'}`,
    ...(note === null ? [] : [`# ${note.replaceAll('`', '')}`]),
    ...shell,
    ...(file === null || code === '' ? [] : [`# ${file}:`]),
    ...(code === '' ? [] : [code]),
  ])
}

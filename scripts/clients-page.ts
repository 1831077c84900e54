/** Generates the page of clients from the same declarations as the output of `aviary proxy-hint`. */
import { type ClientLines, clientLines } from '../src/cli/client-hints/client-lines.ts'
import { CLIENT_HINTS, HINT_CREDENTIALS } from '../src/cli/client-hints/clients.ts'

/** The addresses of `aviary demo`, which the page uses. */
const SERVER = {
  url: 'http://localhost:8080',
  caFile: undefined,
  proxy: { url: 'http://localhost:8082', caFile: 'data/proxy-ca.pem' },
}

/** The parts of docs/clients.md. */
export function clientsPage(): readonly string[] {
  const commands = [...new Set(Object.values(HINT_CREDENTIALS))].map((command) => `\`${command}\``)
  return [
    'Each client of the acceptance suite, with the lines that connect it to a server. `aviary proxy-hint` prints the same lines with the ' +
      'address, the proxy and the certificate of the running server; `--client NAME` prints the lines of one client, `--json` prints all of them as JSON. ' +
      'The suite runs what the command prints, with the unmodified clients. [tools.md](tools.md) lists their versions and every call that works.',
    'A client finds a server in one of two ways:',
    '- **By its address**: the client has an option for the base URL. With `--tls auto` it must also trust the certificate of the server, ' +
      'and the command prints the variable for it.\n' +
      '- **By the client proxy**: the client has the public host names built in. Start the server with `--proxy-port 8082` (`aviary demo` ' +
      'has a proxy by default); two variables make a process use it ' +
      '([how it works](operating.md#clients-with-built-in-host-names)).',
    `The programs read ${Object.keys(HINT_CREDENTIALS)
      .map((name) => `\`${name}\``)
      .join(
        ', ',
      )} from variables. ${commands.join(', ')} print the values: [the commands](posts-and-streams.md#write-as-a-user).`,
    ...CLIENT_HINTS.flatMap(({ name, title, language }) => [
      `## ${title}`,
      `${language}; \`aviary proxy-hint --client ${name}\``,
      ...clientLines(SERVER, name).flatMap(wayParts),
    ]),
  ]
}

function wayParts({ by, shell, code_language: language, file, code, note }: ClientLines): readonly string[] {
  const commands = file === null ? [...shell, code] : shell
  return [
    by === 'address' ? '**By its address.**' : '**By the client proxy.**',
    ...(note === null ? [] : [note]),
    ...(commands.length === 0 ? [] : [fenced('sh', commands.join('\n'))]),
    ...(file === null ? [] : [fenced(language, code)]),
  ]
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

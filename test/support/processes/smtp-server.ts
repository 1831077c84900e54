/** An SMTP server for tests that stores the mails that it receives (RFC 5321 without extensions). */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Hooks } from '../engines.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Header fields by name in lower case, unfolded. */
  readonly headers: ReadonlyMap<string, string>
  /** The decoded text. */
  readonly text: string
}

export interface SmtpServer {
  /** `smtp://127.0.0.1:port` */
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** Replies to the next recipients, in order. After that, all recipients are accepted. */
  readonly answers: string[]
  /** Replies to the next senders, in order. After that, all senders are accepted. */
  readonly senderAnswers: string[]
  /** Received commands, without the mails. */
  readonly commands: readonly string[]
}

/** Starts a server. The server is closed at the end of the test. */
export async function startSmtpServer(t: Hooks): Promise<SmtpServer> {
  const mails: ReceivedMail[] = []
  const answers: string[] = []
  const senderAnswers: string[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Errors are ignored, because a client may disconnect at any time.
    socket.on('error', () => undefined)
    serve(socket, { mails, answers, senderAnswers, commands })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, answers, senderAnswers, commands }
}

interface State {
  readonly mails: ReceivedMail[]
  readonly answers: string[]
  readonly senderAnswers: string[]
  readonly commands: string[]
}

function serve(socket: Socket, { mails, answers, senderAnswers, commands }: State): void {
  let buffered = ''
  let from = ''
  let to: string[] = []
  let isData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  const onCommand = (line: string) => {
    commands.push(line)
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') return say('250 test')
    if (verb === 'MAIL') {
      from = address
      to = []
      return say(senderAnswers.shift() ?? '250 ok')
    }
    if (verb === 'RCPT') {
      const answer = answers.shift() ?? '250 ok'
      if (answer.startsWith('250')) to.push(address)
      return say(answer)
    }
    if (verb === 'DATA') {
      isData = true
      return say('354 go on')
    }
    if (verb === 'QUIT') return socket.end('221 bye\r\n')
    return say('250 ok')
  }
  const onMail = (source: string) => {
    isData = false
    mails.push({ from, to, ...parsed(source) })
    say('250 taken')
  }
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    buffered += chunk
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n'
      const at = buffered.indexOf(end)
      if (at < 0) return
      const piece = buffered.slice(0, at)
      buffered = buffered.slice(at + end.length)
      if (isData) onMail(piece)
      else onCommand(piece)
    }
  })
  say('220 test')
}

function parsed(source: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const at = source.indexOf('\r\n\r\n')
  const headers = new Map(
    source
      .slice(0, at)
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )
  const body = source.slice(at + 4).replaceAll(/^\.\./gm, '.')
  const isQuoted = headers.get('content-transfer-encoding') === 'quoted-printable'
  return { headers, text: (isQuoted ? unquoted(body) : body).replaceAll('\r\n', '\n') }
}

/** Decodes quoted-printable text of ASCII characters. */
function unquoted(text: string): string {
  return text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

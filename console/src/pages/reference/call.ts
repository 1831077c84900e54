/** The values of a request, and the same request as code. */
import type { Operation, Parameter } from './document.ts'

export interface CallValues {
  /** Values of parameters by name. Empty values are not sent. */
  readonly values: Readonly<Record<string, string>>
  /** The text of a JSON body. */
  readonly json: string
}

interface NamedValue {
  readonly name: string
  readonly value: string
}

/** The path with percent-encoded values. Parameters without a value stay as they are. */
export function pathOf({ path }: Operation, { values }: CallValues): string {
  return path.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    values[name] ? encodeURIComponent(values[name]) : place,
  )
}

/** Parameters with a value in a part of the request, in the order of the API document. */
export function sentOf(
  { parameters }: Operation,
  { values }: CallValues,
  place: Parameter['place'],
): NamedValue[] {
  return parameters.flatMap(({ name, place: own }) => {
    const value = values[name]
    return own === place && value ? [{ name, value }] : []
  })
}

function formText(pairs: readonly NamedValue[]): string {
  return pairs.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}

interface Sample {
  readonly language: string
  readonly code: string
}

/** The request in curl, Python and Node. The token is in the variable TOKEN. */
export function samplesOf(operation: Operation, call: CallValues, origin: string): readonly Sample[] {
  const query = formText(sentOf(operation, call, 'query'))
  const url = `${origin}${pathOf(operation, call)}${query === '' ? '' : `?${query}`}`
  const form = formText(sentOf(operation, call, 'form'))
  const isJson = operation.body === 'json'
  const data = isJson ? call.json : form
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
  const hasBody = operation.body !== undefined && data !== ''
  const { method } = operation
  const scheme = schemeOf(operation)
  return [
    { language: 'curl', code: curl({ method, url, type, data, hasBody, scheme }) },
    { language: 'Python', code: python({ method, url, type, data, hasBody, scheme }) },
    { language: 'Node', code: node({ method, url, type, data, hasBody, scheme }) },
  ]
}

interface Parts {
  readonly method: string
  readonly url: string
  readonly type: string
  readonly data: string
  readonly hasBody: boolean
  readonly scheme: Scheme
}

/** Authentication in the samples. OAuth 1.0a requests need a library. */
type Scheme = 'bearer' | 'oauth1' | 'basic'

function schemeOf({ security }: Operation): Scheme {
  if (security.includes('bearerToken') || security.includes('oauth2UserToken')) return 'bearer'
  return security.includes('consumerKeyAndSecret') || security.includes('consoleUser') ? 'basic' : 'oauth1'
}

function curl({ method, url, type, data, hasBody, scheme }: Parts): string {
  const lines = [
    scheme === 'oauth1'
      ? '# curl cannot sign with OAuth 1.0a: put the header of a library into $AUTHORIZATION'
      : undefined,
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)} \\`,
    `  -H ${HEADERS[scheme]}${hasBody ? ' \\' : ''}`,
    hasBody ? `  -H 'content-type: ${type}' \\` : undefined,
    hasBody ? `  -d ${quoted(data)}` : undefined,
  ]
  return lines.filter((line) => line !== undefined).join('\n')
}

const HEADERS = {
  bearer: '"authorization: Bearer $TOKEN"',
  oauth1: '"authorization: $AUTHORIZATION"',
  basic: '"authorization: Basic $(printf %s "$KEY:$SECRET" | base64 -w0)"',
} as const

function python({ method, url, type, data, hasBody, scheme }: Parts): string {
  const body = hasBody
    ? `,\n    data=${JSON.stringify(data)}.encode(),\n    headers={"content-type": "${type}"}`
    : ''
  return `# pip install requests requests-oauthlib
import os, requests
${AUTH_IN_PYTHON[scheme]}
response = requests.request(
    "${method}",
    ${JSON.stringify(url)},
    auth=auth${body},
)
print(response.status_code, response.text)`
}

const AUTH_IN_PYTHON = {
  bearer: `
def auth(request):
    request.headers["authorization"] = f"Bearer {os.environ['TOKEN']}"
    return request
`,
  oauth1: `from requests_oauthlib import OAuth1

auth = OAuth1(*(os.environ[name] for name in ("KEY", "SECRET", "TOKEN", "TOKEN_SECRET")))
`,
  basic: `
auth = (os.environ["KEY"], os.environ["SECRET"])
`,
} as const

function node({ method, url, type, data, hasBody, scheme }: Parts): string {
  const body = hasBody ? `\n  body: ${JSON.stringify(data)},` : ''
  const contentType = hasBody ? `, 'content-type': '${type}'` : ''
  return `${AUTH_IN_NODE[scheme]}
const response = await fetch(${JSON.stringify(url)}, {
  method: '${method}',
  headers: { authorization${contentType} },${body}
})
console.log(response.status, await response.text())`
}

const AUTH_IN_NODE = {
  bearer: `const authorization = \`Bearer \${process.env.TOKEN}\``,
  oauth1:
    '// Sign with a library, such as the package oauth-1.0a.\nconst authorization = process.env.AUTHORIZATION',
  basic: `const pair = Buffer.from(\`\${process.env.KEY}:\${process.env.SECRET}\`).toString('base64')
const authorization = \`Basic \${pair}\``,
} as const

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

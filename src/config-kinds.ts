/** Types of settings. Each type parses a text to a value. */
import { isIP } from 'node:net'
import { parseHosts } from './lib/hosts/database-hosts.ts'
import { parseNatsAddress } from './lib/hosts/nats-address.ts'
import { ROLES, type Role, roleNames, rolesIn } from './lib/hosts/roles.ts'
import { API_DATE_FORM, isApiDate } from './lib/time/api-date.ts'

/** A type of settings. `parse` returns the value, or a description of the accepted values if the text is invalid. */
export interface Kind<T> {
  /** Placeholder for the value in the help text; undefined for a switch. */
  readonly placeholder: string | undefined
  /** True for values that may contain a secret. The server neither shows nor logs these values. */
  readonly isSecret?: boolean
  /** True for a list, which may be a YAML list in the settings file. */
  readonly isList?: boolean
  /** True for paths of files and directories. */
  readonly isPath?: boolean
  parse(text: string): { readonly value: T } | { readonly expected: string }
}

export interface Setting<T> {
  readonly kind: Kind<T>
  readonly fallback: T
  /** The default value as help texts and documents show it. */
  readonly shown: string
  readonly sentence: string
}

/** @param shown the default value as help texts and documents show it */
export function setting<T>(
  kind: Kind<T>,
  fallback: T,
  sentence: string,
  shown = String(fallback ?? ''),
): Setting<T> {
  return { kind, fallback, sentence, shown: shown === '' ? 'none' : shown }
}

export const text: Kind<string> = {
  placeholder: 'TEXT',
  parse: (value) => (value === '' ? { expected: 'a value that is not empty' } : { value }),
}

export const path: Kind<string> = { ...text, placeholder: 'PATH', isPath: true }

export const databaseUrl: Kind<string> = {
  placeholder: 'URL',
  isSecret: true,
  parse: (value) =>
    /^postgres(ql)?:\/\/./.test(value) && parseHosts(value) !== undefined
      ? { value }
      : {
          expected:
            'a URL such as postgres://user:password@host:5432/name; several hosts are separated by commas',
        },
}

export const natsUrl: Kind<string> = {
  placeholder: 'URL',
  isSecret: true,
  parse: (value) =>
    parseNatsAddress(value) === undefined
      ? { expected: 'a URL such as nats://user:password@host:4222,host:4222' }
      : { value },
}

export const port: Kind<number> = {
  placeholder: 'PORT',
  parse: (value) =>
    /^\d{1,5}$/.test(value) && Number(value) <= 65535
      ? { value: Number(value) }
      : { expected: 'a whole number from 0 (any free port) to 65535' },
}

export const optionalPort: Kind<number | undefined> = port

export const apiDate: Kind<string> = {
  placeholder: 'DATE|live|latest',
  // Before version 0.2 the name of `latest` was `off`.
  parse: (value) =>
    value === 'off' ? { value: 'latest' } : isApiDate(value) ? { value } : { expected: API_DATE_FORM },
}

export const origin: Kind<string> = {
  placeholder: 'ORIGIN',
  parse: (value) =>
    value === '*' || (URL.canParse(value) && new URL(value).origin === value)
      ? { value }
      : { expected: 'an origin such as https://app.example.org, or * for every one' },
}

export const sealingKey: Kind<string> = {
  placeholder: 'HEX',
  isSecret: true,
  parse: (value) => (/^[0-9a-f]{64}$/i.test(value) ? { value } : { expected: '64 hex digits' }),
}

export const secretText: Kind<string> = { ...text, isSecret: true }

/**
 * The beginning of all object keys in a bucket, such as `media/` or `sites/a/`. It is required, because other
 * programs may use the same bucket.
 */
export const keyPrefix: Kind<string> = {
  placeholder: 'PREFIX',
  parse: (value) =>
    /^([a-z0-9][a-z0-9._-]*\/)+$/i.test(value)
      ? { value }
      : { expected: 'letters, digits, dots, underscores and hyphens, ending in a slash' },
}

export const httpUrl: Kind<string> = {
  placeholder: 'URL',
  parse: (value) =>
    /^https?:\/\/./.test(value) && URL.canParse(value)
      ? { value }
      : { expected: 'a URL such as https://s3.example.org' },
}

/** A public base URL. It has no path, because the API defines all paths. */
export const publicUrl: Kind<string> = {
  placeholder: 'URL',
  parse: (value) => {
    const url = URL.parse(value)
    const isOuter = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
    return isOuter
      ? { value: url.origin }
      : { expected: 'a URL without a path, such as https://api.example.org' }
  },
}

export function whole(min: number, max: number): Kind<number> {
  return {
    placeholder: 'N',
    parse: (value) =>
      /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max
        ? { value: Number(value) }
        : { expected: `a whole number from ${min} to ${max}` },
  }
}

export const flag: Kind<boolean> = {
  placeholder: undefined,
  parse: (value) => {
    if (/^(1|true|yes|on)$/i.test(value)) return { value: true }
    if (/^(0|false|no|off)$/i.test(value)) return { value: false }
    return { expected: 'true or false' }
  },
}

export function oneOf<const T extends string>(...values: readonly T[]): Kind<T> {
  return {
    placeholder: values.join('|'),
    parse: (value) => {
      const found = values.find((candidate) => candidate === value)
      return found === undefined ? { expected: `one of ${values.join(', ')}` } : { value: found }
    },
  }
}

/** A list in one text, separated by commas. An empty text is an empty list. */
function listOf(
  placeholder: string,
  expected: string,
  valid: (item: string) => boolean,
): Kind<readonly string[]> {
  return {
    placeholder: `${placeholder},…`,
    isList: true,
    parse: (value) => {
      const items = value.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]))
      return items.every(valid) ? { value: items } : { expected: `${expected}, separated by commas` }
    },
  }
}

function isCidr(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

export const cidrs = listOf('CIDR', 'addresses such as 10.0.0.0/8 or ::1', isCidr)
export const hostNames = listOf('HOST', 'host names, with a port to allow only that port', (item) =>
  /^[a-z0-9.\-[\]:]+$/i.test(item),
)

export const receivers = listOf(
  'CIDR|HOST',
  'networks such as 10.0.0.0/8, addresses and host names',
  (item) => isCidr(item) || (!item.includes('/') && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(item)),
)

/** Roles of a node; at least one. The result is in the order of {@link ROLES}. */
export const roleList: Kind<readonly Role[]> = {
  placeholder: 'ROLE,…',
  isList: true,
  parse(value) {
    const names = value.split(',').map((name) => name.trim())
    const roles = rolesIn(names.join(','))
    const isKnown = names.every((name) => ROLES.some((role) => role === name))
    return isKnown
      ? { value: roles }
      : { expected: `one or more of ${roleNames(ROLES)}, separated by commas` }
  },
}

export const smtpUrl: Kind<string> = {
  placeholder: 'URL',
  isSecret: true,
  parse: (value) => {
    const url = URL.parse(value)
    const isServer =
      url !== null &&
      /^smtps?:$/.test(url.protocol) &&
      url.hostname !== '' &&
      isDecodable(url.username + url.password)
    return isServer && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === ''
      ? { value }
      : { expected: 'a URL such as smtp://user:password@mail.example.org:587, or smtps://…' }
  },
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    // The text has a percent sign that does not begin an escape.
    return false
  }
}

export const mailAddress: Kind<string> = {
  placeholder: 'ADDRESS',
  parse: (value) =>
    /^([^<>\p{Cc}]* <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u.test(value)
      ? { value }
      : { expected: 'an address such as aviary@example.org, or Name <aviary@example.org>' },
}

/** The rule that decides who may sign up on the public pages. */
export const SIGN_UP = oneOf('closed', 'invitation', 'approval', 'open')

/** The kinds of secrets of an app that operators can replace, with their commands. */
import { DESK_APPS } from '../../../text/desk-apps.ts'
import type { ShownApp } from './shown-app.ts'

/** The command for each kind of secret. */
const COMMANDS = {
  keys: 'regenerate-keys',
  bearer: 'regenerate-bearer',
  'client-secret': 'regenerate-client-secret',
} as const

export type SecretKind = keyof typeof COMMANDS

/** The kinds of secrets that the app has. */
export function secretKinds({ client_type }: ShownApp): readonly SecretKind[] {
  return ['keys', 'bearer', ...(client_type === 'confidential' ? (['client-secret'] as const) : [])]
}

/** The command that replaces a secret. @param reason the reason, quoted for a shell */
export function replacingCommand(kind: SecretKind, appId: string, reason: string): string {
  return `aviary app ${COMMANDS[kind]} ${appId} --reason ${reason}`
}

/** Secrets that are shown once, each with its name. */
export type MadeValues = readonly { readonly name: string; readonly value: string }[]

/** The secrets in a response, with their names. */
export function valuesOf(made: Readonly<Record<string, string | undefined>>): MadeValues {
  return Object.entries(DESK_APPS.secrets.names).flatMap(([member, name]) => {
    const value = made[member]
    return value === undefined ? [] : [{ name, value }]
  })
}

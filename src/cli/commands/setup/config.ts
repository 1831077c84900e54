/** `aviary config`: prints the value of each setting and where the value comes from. */
import type { Command } from 'commander'
import { SETTINGS, type SettingName } from '../../../config.ts'
import { type ShownValue, shownSettings } from '../../../shown-settings.ts'
import type { Streams } from '../../output.ts'
import { action, type Invocation, standardCommand } from '../../run.ts'

export function configCommand(streams: Streams, exit: (code: number) => void): Command {
  const names = Object.keys(SETTINGS) as SettingName[]
  return standardCommand(
    'config',
    'Print the settings that "aviary serve" would use with the same flags, variables and file, and the source of each. Secrets are masked.',
    names,
  )
    .summary('Print all settings and the source of each.')
    .action(
      action<Record<string, unknown>, []>(streams, exit, async ({ config, sources, configFile, output }) => {
        const settings = shownSettings(config).map((setting) => ({
          ...setting,
          source: sources[setting.name].kind,
          from: sources[setting.name].from,
        }))
        output.result({ file: configFile ?? null, settings }, table(settings))
        noteFile({ output, configFile })
      }),
    )
}

function noteFile({ output, configFile }: Pick<Invocation, 'output' | 'configFile'>): void {
  if (output.isJson) return
  output.note(
    configFile === undefined ? 'There is no file of settings.' : `The file of settings is ${configFile}.`,
  )
}

/** Aligns the lines as a table, in the order of the settings. */
function table(
  settings: readonly { readonly name: string; readonly value: ShownValue; readonly from: string }[],
): readonly string[] {
  const rows = settings.map(({ name, value, from }) => [name, textOf(value), from] as const)
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map(([name, value, from]) =>
    [name.padEnd(widths[0] ?? 0), value.padEnd(widths[1] ?? 0), from].join('  ').trimEnd(),
  )
}

function textOf(value: ShownValue): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '-'
  return Array.isArray(value) ? value.join(',') : String(value)
}

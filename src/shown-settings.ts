/** The values of all settings in the form that `aviary config` and the console show. */
import { type Config, type ReadSettings, SETTINGS, type SettingName } from './config.ts'

/** Text that replaces a secret. */
const MASK = '********'

export type ShownValue = string | number | boolean | readonly string[] | null

export interface ShownSetting {
  readonly name: SettingName
  /** The value; null when a setting without a default is not set. */
  readonly value: ShownValue
}

/** All settings in the order of their table, with secrets masked. */
export function shownSettings(config: Config): readonly ShownSetting[] {
  return (Object.keys(SETTINGS) as SettingName[]).map((name) => ({ name, value: shownValue(name, config) }))
}

function shownValue(name: SettingName, config: Config): ShownValue {
  const value: ShownValue | undefined = config[name]
  if (value === undefined || value === '') return null
  return SETTINGS[name].kind.isSecret === true ? MASK : value
}

export type SettingSources = ReadSettings['sources']

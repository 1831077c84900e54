/** The values of the form that changes an app, and the commands with the same effect as the form. */
import { shellWord } from '../../../components/SameCommand.tsx'
import type { ShownApp } from './shown-app.ts'

/** The present values of the app. */
export function valuesIn({ app, description, url, callback_urls, is_in_labs }: ShownApp) {
  return {
    ...{ name: app.name, description, url, callback_urls: callback_urls.join('\n') },
    ...{ permissions: app.permissions, level: app.level, may_read_email: app.may_read_email, is_in_labs },
  }
}

type Values = ReturnType<typeof valuesIn> & { readonly reason: string }

/** The lines of a text, without empty lines. */
export function linesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The commands that change the values that differ from the present values. */
export function changeCommand(shown: ShownApp, values: Values): string {
  const before = valuesIn(shown)
  const { id } = shown.app
  const reason = `--reason ${shellWord(values.reason.trim() || 'TEXT')}`
  const changes = [
    ...(['name', 'url', 'description'] as const).flatMap((field) =>
      values[field].trim() === before[field] ? [] : [`--${field} ${shellWord(values[field].trim())}`],
    ),
    ...callbacksOption(values, before),
    ...(values.permissions === before.permissions ? [] : [`--permissions ${values.permissions}`]),
    ...(values.level === before.level ? [] : [`--level ${values.level}`]),
    ...(values.may_read_email === before.may_read_email
      ? []
      : [values.may_read_email ? '--email-right' : '--no-email-right']),
  ]
  const isLabsChanged = values.is_in_labs !== before.is_in_labs
  const labs = `aviary app labs ${id} ${values.is_in_labs ? 'in' : 'out'} ${reason}`
  if (changes.length === 0 && isLabsChanged) return labs
  const update = ['aviary app update', id, ...(changes.length === 0 ? ['--level LEVEL'] : changes), reason]
  return [update.join(' '), ...(isLabsChanged ? [labs] : [])].join('\n')
}

type Callbacks = Pick<Values, 'callback_urls'>

function callbacksOption(values: Callbacks, before: Callbacks): readonly string[] {
  const lines = linesIn(values.callback_urls)
  if (lines.join('\n') === before.callback_urls) return []
  return lines.length === 0 ? ['--no-callback'] : [`--callback ${lines.map(shellWord).join(' ')}`]
}

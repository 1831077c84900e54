import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { IMPORTS } from '../../../text/imports.ts'
import type { Contents, OptionValues } from './import-options.ts'

const TEXT = IMPORTS.options

const LIST_KINDS = Object.entries(TEXT.listKinds).map(([value, label]) => ({ value, label }))

interface Props {
  readonly values: OptionValues
  readonly contents: Contents
  readonly onChange: (values: OptionValues) => void
}

type TextName = 'author' | 'live_rate' | 'id_offset' | 'list_of' | 'root'
type FlagName = 'encoding' | 'new_ids' | 'newest_first' | 'skip_circle_era'

/** Options that only a few imports need. */
export function ImportOptions({ values, contents, onChange }: Props) {
  const { hasArchives, hasPosts, hasFollows } = contents
  const text = (name: TextName) => (
    <TextInput
      key={name}
      label={TEXT[name]}
      description={TEXT.help[name]}
      value={values[name]}
      onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value.trim() })}
      autoComplete="off"
      maw="32rem"
    />
  )
  const flag = (name: FlagName) => (
    <Checkbox
      key={name}
      label={TEXT[name]}
      checked={values[name]}
      onChange={(event) => onChange({ ...values, [name]: event.currentTarget.checked })}
    />
  )
  return (
    <Stack gap="md">
      {flag('encoding')}
      {hasPosts && [text('author'), flag('new_ids'), text('live_rate')]}
      {hasFollows && [text('id_offset'), text('list_of')]}
      {hasFollows && values.list_of !== '' && (
        <NativeSelect
          label={TEXT.list_kind}
          data={LIST_KINDS}
          value={values.list_kind}
          onChange={(event) =>
            onChange({
              ...values,
              list_kind: event.currentTarget.value === 'following' ? 'following' : 'followers',
            })
          }
          maw="24rem"
        />
      )}
      {hasFollows && flag('newest_first')}
      {hasArchives && [text('root'), flag('skip_circle_era')]}
      {hasArchives && (
        <Textarea
          label={TEXT.circle_ids}
          description={TEXT.help.circle_ids}
          value={values.circle_ids}
          onChange={(event) => onChange({ ...values, circle_ids: event.currentTarget.value })}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={40_000}
          maw="32rem"
        />
      )}
    </Stack>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { COMPONENTS } from '../text/components.ts'
import { Secret } from './Secret.tsx'

interface Props {
  /** Advice on where to keep the secrets, or to whom to send them. */
  readonly help: string
  /** Each with its name, such as "API key secret". */
  readonly values: readonly { readonly name: string; readonly value: string }[]
  readonly onDone: () => void
}

/** The end of a dialog that has made secrets: they are shown once. */
export function MadeSecrets({ help, values, onDone }: Props) {
  return (
    <Stack>
      <Text size="sm">{help}</Text>
      <Secret values={values} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{COMPONENTS.done}</Button>
      </Group>
    </Stack>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { COMPONENTS } from '../text/components.ts'
import { Secret } from './Secret.tsx'

interface Props {
  /** Tells the user where to keep the secrets, or to whom to send them. */
  readonly help: string
  /** Secrets with their names, such as "API key secret". */
  readonly values: readonly { readonly name: string; readonly value: string }[]
  readonly onDone: () => void
}

/** The last step of a dialog that makes secrets. It shows them once. */
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

import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { asProblem } from '../../../api/problem.ts'

interface Props {
  readonly label: string
  readonly description: string
  readonly action: string
  /** Makes the change. The field shows the problem of a failed change. */
  readonly onSubmit: (value: string) => Promise<unknown>
  /** Called with the typed text. */
  readonly onTyped?: (value: string) => void
}

/** A field with a button that submits it. */
export function ControlForm({ label, description, action, onSubmit, onTyped }: Props) {
  const form = useForm({ initialValues: { value: '' }, onValuesChange: ({ value }) => onTyped?.(value) })
  const submit = form.onSubmit(async ({ value }) => {
    try {
      await onSubmit(value.trim())
      form.reset()
    } catch (error) {
      form.setFieldError('value', asProblem(error).message)
    }
  })
  return (
    <form onSubmit={submit}>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          label={label}
          description={description}
          required
          withAsterisk={false}
          autoComplete="off"
          flex={1}
          maw="28rem"
          {...form.getInputProps('value')}
        />
        <Button type="submit" variant="default" loading={form.submitting} miw="10rem">
          {action}
        </Button>
      </Group>
    </form>
  )
}

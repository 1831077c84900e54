import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { FormButtons } from '../../components/FormButtons.tsx'
import { COMPLIANCE } from '../../text/compliance.ts'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
}

export function AddStream({ opened, onClose }: Props) {
  const queryClient = useQueryClient()
  const form = useForm({ initialValues: { publisher: 'twitter', label: '' } })
  const add = useMutation({
    mutationFn: ({ publisher, label }: typeof form.values) =>
      dataOf(
        api.POST('/console/api/compliance/streams', {
          body: { publisher: publisher.trim(), label: label.trim() },
        }),
      ),
    meta: { isShownInForm: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['compliance'] })
      form.reset()
      onClose()
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={COMPLIANCE.addStream}>
      <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
        <Stack>
          <TextInput label={COMPLIANCE.publisher} {...form.getInputProps('publisher')} required />
          <TextInput
            label={COMPLIANCE.label}
            description={COMPLIANCE.nameHelp}
            placeholder="prod"
            {...form.getInputProps('label')}
            required
            data-autofocus
          />
          {add.error !== null && <ErrorState error={add.error} />}
          <FormButtons submit={COMPLIANCE.create} isRunning={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showProblem } from '../../api/show-problem.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { FormButtons } from '../../components/FormButtons.tsx'
import type { Passkey } from '../../session/passkeys.ts'
import { PASSKEYS } from '../../text/passkeys.ts'
import { passkeysQuery } from './passkeys-query.ts'

interface Props {
  /** The passkey to rename; undefined while the dialog is closed. */
  readonly passkey: Passkey | undefined
  readonly onClose: () => void
}

export function RenamePasskey({ passkey, onClose }: Props) {
  return (
    <Dialog opened={passkey !== undefined} onClose={onClose} title={PASSKEYS.rename}>
      {passkey !== undefined && <RenameForm passkey={passkey} onClose={onClose} />}
    </Dialog>
  )
}

function RenameForm({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const form = useForm({
    initialValues: { name: passkey.name },
    validate: {
      name: (value) => (value.trim() === '' || [...value.trim()].length > 50 ? PASSKEYS.nameRule : null),
    },
  })
  const save = useMutation({
    mutationFn: ({ name }: typeof form.values) =>
      dataOf(
        api.PUT('/console/api/passkeys/{passkey_id}', {
          params: { path: { passkey_id: passkey.id } },
          body: { name: name.trim() },
        }),
      ),
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      onClose()
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <TextInput
          label={PASSKEYS.name}
          description={PASSKEYS.nameRule}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <FormButtons submit={PASSKEYS.save} isRunning={save.isPending} onCancel={onClose} />
      </Stack>
    </form>
  )
}

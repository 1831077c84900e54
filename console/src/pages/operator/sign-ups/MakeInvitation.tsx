import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { Secret } from '../../../components/Secret.tsx'
import { COMPONENTS } from '../../../text/components.ts'
import { SIGN_UPS } from '../../../text/sign-ups.ts'

const TEXT = SIGN_UPS.invitations

/** A dialog that makes an invitation, and shows the link once. */
export function MakeInvitation({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient()
  const [link, setLink] = useState<string>()
  const form = useForm({ initialValues: { note: '', days: 7 } })
  const make = useMutation({
    mutationFn: ({ note, days }: typeof form.values) =>
      dataOf(api.POST('/console/api/operator/invitations', { body: { note: note.trim(), days } })),
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async ({ url }) => {
      setLink(url)
      await client.invalidateQueries({ queryKey: ['operator'] })
    },
  })
  const { note, days } = form.values
  const about = note.trim() === '' ? '' : ` --note ${shellWord(note.trim())}`
  return (
    <Dialog
      opened
      onClose={onClose}
      title={TEXT.make}
      size="lg"
      closeButtonProps={{ 'aria-label': COMPONENTS.close }}
    >
      {link === undefined ? (
        <form onSubmit={form.onSubmit((values) => make.mutate(values))}>
          <Stack>
            <TextInput
              label={TEXT.noteLabel}
              description={TEXT.noteHelp}
              maxLength={200}
              data-autofocus
              {...form.getInputProps('note')}
            />
            <NumberInput
              label={TEXT.days}
              min={1}
              max={365}
              allowDecimal={false}
              required
              {...form.getInputProps('days')}
            />
            <SameCommand command={`aviary invitation create --days ${days}${about}`} />
            <FormButtons submit={TEXT.make} isRunning={make.isPending} onCancel={onClose} />
          </Stack>
        </form>
      ) : (
        <Stack>
          <Text size="sm">{TEXT.linkHelp}</Text>
          <Secret values={[{ name: TEXT.link, value: link }]} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{TEXT.done}</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}

import { Button, Group, List, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeEvent, ReactNode } from 'react'
import { asProblem } from '../../../api/problem.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { COMPONENTS } from '../../../text/components.ts'
import { MODERATION } from '../../../text/moderation.ts'

const TEXT = MODERATION.dialog

/** An action that needs a reason before it runs. */
export interface PendingAction {
  /** Label of the button. */
  readonly label: string
  /** The consequences, one sentence each. */
  readonly effects: readonly string[]
  /** The present countries, for an action with a list of countries. */
  readonly countries?: readonly string[]
  /** A further field for the action, such as the new text of a post. */
  readonly input?: ActionInput
  readonly isFinal?: boolean
  /** The command with the same effect. Undefined if no such command exists. */
  command?(reason: string, countries: readonly string[], input: string): string
  run(reason: string, countries: readonly string[], input: string): Promise<unknown>
}

interface ActionInput {
  readonly label: string
  readonly help: string
  readonly initial: string
  /** Error message for an empty field. */
  readonly missing: string
  /** True for a field with several lines. */
  readonly isLong?: boolean
}

interface Props {
  /** Undefined while the dialog is closed. */
  readonly action: PendingAction | undefined
  readonly onClose: () => void
}

/** Shows the consequences of an action and asks for a reason before it runs. */
export function ModerationDialog({ action, onClose }: Props) {
  return (
    <Dialog
      opened={action !== undefined}
      onClose={onClose}
      title={action?.label}
      size="lg"
      closeButtonProps={{ 'aria-label': COMPONENTS.cancel }}
    >
      {action !== undefined && <Content action={action} onClose={onClose} />}
    </Dialog>
  )
}

function Content({ action, onClose }: { readonly action: PendingAction; readonly onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: {
      ...{ reason: '', countries: (action.countries ?? []).join(', ') },
      input: action.input?.initial ?? '',
    },
    validate: {
      reason: (value) => (value.trim() === '' ? TEXT.reasonMissing : null),
      countries: (value) =>
        action.countries !== undefined && countriesIn(value).length === 0 ? TEXT.countriesMissing : null,
      input: (value) => (action.input !== undefined && value.trim() === '' ? action.input.missing : null),
    },
  })
  const run = useMutation({
    mutationFn: ({ reason, countries, input }: typeof form.values) =>
      action.run(reason.trim(), countriesIn(countries), input.trim()),
    meta: { isShownInForm: true },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['operator'] })
      notifications.show({ message: `${action.label}: ${TEXT.done}` })
      onClose()
    },
  })
  const { reason, countries, input } = form.values
  return (
    <form onSubmit={form.onSubmit((values) => run.mutate(values))} noValidate>
      <Stack gap="md">
        <div>
          <Text size="sm" fw={600}>
            {MODERATION.effects.title}
          </Text>
          <List size="sm">
            {action.effects.map((effect) => (
              <List.Item key={effect}>{effect}</List.Item>
            ))}
          </List>
        </div>
        {action.countries !== undefined && (
          <TextInput
            label={TEXT.countries}
            description={TEXT.countriesHelp}
            required
            {...form.getInputProps('countries')}
          />
        )}
        {action.input !== undefined && <Input input={action.input} {...form.getInputProps('input')} />}
        <Textarea
          label={TEXT.reason}
          description={TEXT.reasonHelp}
          required
          autosize
          minRows={2}
          maxLength={1_000}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        {action.command !== undefined && (
          <SameCommand command={action.command(reason.trim(), countriesIn(countries), input.trim())} />
        )}
        {run.error !== null && <ErrorState error={asProblem(run.error)} title={action.label} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {COMPONENTS.cancel}
          </Button>
          <Button
            type="submit"
            loading={run.isPending}
            // The height is not fixed, because a label with a user name may wrap on a phone.
            h="auto"
            mih="2.25rem"
            py="xs"
            styles={{ label: { whiteSpace: 'normal' } }}
            {...(action.isFinal === true ? { color: 'red.9' } : {})}
          >
            {action.label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface InputProps {
  readonly input: ActionInput
  readonly value?: string
  readonly error?: ReactNode
  readonly onChange?: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

function Input({ input: { label, help, isLong }, ...field }: InputProps) {
  const common = { label, description: help, required: true, ...field }
  return isLong === true ? <Textarea autosize minRows={3} {...common} /> : <TextInput {...common} />
}

/** The country codes in a text such as `de, FR`. */
function countriesIn(text: string): readonly string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '')
}

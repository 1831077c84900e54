import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'

interface Props {
  readonly label: string
  readonly placeholder: string
  /** The value in the URL. */
  readonly value: string | undefined
  readonly onChange: (text: string) => void
}

/** A text field for a filter. It shows the value in the URL. */
export function TextFilter({ label, placeholder, value = '', onChange }: Props) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(event.currentTarget.value.trim())
      }}
      flex={1}
      miw="12rem"
    />
  )
}

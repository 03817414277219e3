import type { ComponentProps } from 'react'
import type { Form } from './use-form.ts'

export interface FormFrameProps extends Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'aria-busy'> {
  readonly form: Pick<Form<string>, 'state' | 'busy'>
  /** Left out: busy while it is being sent. */
  readonly busy?: boolean
}

/**
 * The element around a form's fields (VA-12). If it is submitted before the page is ready, it uses POST, so that nothing typed gets
 * into an address.
 */
export function FormFrame({ form: { state, busy: sending }, busy = sending, ...attributes }: FormFrameProps) {
  return <form method="post" noValidate aria-busy={busy} data-state={state} {...attributes} />
}

import type { MessageId } from '../texts/catalogues.ts'
import type { Translate } from '../texts/text.tsx'
import type { ApiError } from './error.ts'

const texts: Readonly<Record<number, MessageId>> = {
  400: 'http.400',
  401: 'http.401',
  403: 'http.403',
  404: 'http.404',
  407: 'http.407',
  409: 'http.409',
  500: 'http.500',
}

/** The text for a failed request (HT-2), by its status; for a 200 whose answer cannot be used, it names the error. */
export function httpErrorText({ status, code }: Pick<ApiError, 'status' | 'code'>, t: Translate): string {
  if (status === 200) return t('http.200', { error: code })
  const id = texts[status]
  return id === undefined ? t('http.other', { status, code }) : t(id)
}

import type { PayloadOf } from '@portico/contract/call'
import { customerServicePhone } from '@portico/contract/calls/messages'
import { useEffect, useState } from 'react'
import { api } from '../api/api.ts'

export type ServiceLine = Pick<PayloadOf<typeof customerServicePhone>, 'phoneNumber' | 'hours'>

/** The line for the member's brand and selected group (MC-5, BR-10); null until it is known, and where it is not available. */
export function useServiceLine(): ServiceLine | null {
  const [line, setLine] = useState<ServiceLine | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    api.call(customerServicePhone, { signal: leaving.signal }).then(setLine, () => {})
    return () => leaving.abort()
  }, [])
  return line
}

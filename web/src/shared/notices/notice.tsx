import { Fragment } from 'react'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import styles from './notices.module.css'
import { splitNotice } from './split-notice.ts'

interface NoticeProps {
  readonly text: string
  /** Left out: the number that the person should call. */
  readonly number?: string | undefined
  readonly tty: string
}

/** A public notice with the brand's numbers filled in; a number reads the same in either writing direction. */
export function Notice({ text, number, tty }: NoticeProps) {
  return splitNotice(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never change places
    <Fragment key={at}>
      {part === '{phone}' ? (
        <PhoneLink number={number} className={styles.inline} />
      ) : part === '{tty}' ? (
        <bdi dir="ltr" className={styles.inline}>
          {tty}
        </bdi>
      ) : (
        part
      )}
    </Fragment>
  ))
}

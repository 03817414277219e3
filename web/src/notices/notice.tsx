import { Fragment } from 'react'
import { PhoneLink } from '../shell/phone-link.tsx'
import styles from './notices.module.css'
import { splitNotice } from './split-notice.ts'

/** A public notice with the brand's numbers filled in; a number reads the same in either writing direction. */
export function Notice({ text, tty }: { readonly text: string; readonly tty: string }) {
  return splitNotice(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never change places
    <Fragment key={at}>
      {part === '{phone}' ? (
        <PhoneLink className={styles.inline} />
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

import { CircleQuestionMark, LockKeyhole, type LucideIcon, MessageSquareText } from 'lucide-react'
import { links } from '../../base/router/links.ts'
import { MenuLink } from '../../ui/menu.tsx'
import { ChatLink } from './chat.tsx'
import type { HelpContent } from './help-content.ts'
import styles from './help-items.module.css'

const images: Readonly<Record<string, LucideIcon>> = { message: MessageSquareText, lock: LockKeyhole }

/** The operators' own entries in the help menu (NH-1). */
export function HelpOptions({ help }: { readonly help: HelpContent }) {
  const { needHelpContent, needHelpContentNoBrand, newHelpJson } = help
  return (
    <div className={styles.options}>
      <p>{needHelpContentNoBrand}</p>
      {needHelpContent.map(({ content }) => (
        <p key={content}>{content}</p>
      ))}
      {newHelpJson.needHelpOptions.map(({ mainHdrimg, mainHdr, helpTextLines }) => {
        const Image = images[mainHdrimg] ?? CircleQuestionMark
        return (
          <div key={mainHdr} className={styles.option}>
            <Image aria-hidden="true" />
            <div>
              <p className={styles.label}>{mainHdr}</p>
              {helpTextLines.map(({ helpText }) => (
                <p key={helpText}>{helpText}</p>
              ))}
            </div>
          </div>
        )
      })}
      <MenuLink to={links.findDoctor()}>{help.findStoreSection}</MenuLink>
      <p className={styles.label}>{help.contactUsBTS}</p>
      <ChatLink entryPoint="help" text={help.liveChatSection} />
      <MenuLink to={links.requestCall()}>{help.requestACallSection}</MenuLink>
    </div>
  )
}

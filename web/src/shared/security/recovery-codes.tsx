import { Download, Printer } from 'lucide-react'
import { saveFile } from '../../base/api/save-file.ts'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './recovery-codes.module.css'

export interface RecoveryCodesDialogProps {
  /** Null while there are none to show. */
  readonly codes: readonly string[] | null
  /** The person confirms that they have saved them: they are shown only once. */
  readonly onDone: () => void
}

/** The recovery codes, to be downloaded, printed or copied. */
export function RecoveryCodesDialog({ codes, onDone }: RecoveryCodesDialogProps) {
  const t = useText()
  const { brand } = usePage()
  const text = codes?.join('\n') ?? ''
  const title = t('account.codes.fileTitle', { brand: brand.name })
  return (
    <Dialog
      open={codes !== null}
      closeable={false}
      onClose={() => {}}
      title={t('account.codes.title')}
      actions={<Button onClick={onDone}>{t('account.codes.kept')}</Button>}
    >
      <p>{t('account.codes.text')}</p>
      <div className={styles.sheet}>
        <p className={styles.sheetTitle}>{title}</p>
        <ul className={styles.codes} aria-label={t('account.codes.list')}>
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={styles.ways}>
        <Button
          variant="quiet"
          icon={<Download aria-hidden="true" />}
          onClick={() =>
            saveFile(new Blob([`${title}\n\n${text}\n`], { type: 'text/plain' }), t('account.codes.fileName'))
          }
        >
          {t('account.codes.download')}
        </Button>
        <Button variant="quiet" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {t('account.codes.print')}
        </Button>
        <CopyButton text={text} />
      </div>
      <Alert tone="warning">
        <p>{t('account.codes.once')}</p>
      </Alert>
    </Dialog>
  )
}

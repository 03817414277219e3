import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * The page of the kept ID cards and its worker, built apart from the application, so that neither adds to its weight. Their file names
 * never change, because the page stored on a phone asks for them.
 */
export default defineConfig({
  root,
  publicDir: false,
  build: {
    outDir: 'dist/client/pocket',
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    minify: true,
    rolldownOptions: {
      input: { page: 'src/app/pocket/page.ts', worker: 'src/app/pocket/worker.ts' },
      output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]', chunkFileNames: '[name].js' },
    },
  },
})

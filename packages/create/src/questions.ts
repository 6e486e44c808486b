import { isCancel, select, text } from '@clack/prompts'
import { CreateError } from './create-error.ts'
import type { Machine } from './output.ts'
import type { Container, Router, Style } from './project.ts'

/** Questions in a terminal, for values without a flag. */
export interface Questions {
  folder(fallback: string, refuse: (folder: string) => string | undefined): Promise<string>
  style(): Promise<Style>
  container(): Promise<Container>
  router(): Promise<Router>
}

/**
 * Makes the questions. The first of several answers is the default. They reject with `CreateError` if they are
 * cancelled.
 */
export function createQuestions({ stdin: input, stdout: output }: Pick<Machine, 'stdin' | 'stdout'>): Questions {
  const choose = async <T extends string>(message: string, hints: Readonly<Record<T, string>>): Promise<T> => {
    const options = Object.entries<string>(hints).map(([value, hint]) => ({ value, label: value, hint }))
    return answered(await select<string>({ message, options, input, output })) as T
  }
  return {
    folder: async (fallback, refuse) =>
      answered(
        await text({
          message: 'Which folder? The package is called like it.',
          placeholder: fallback,
          defaultValue: fallback,
          validate: (value) => refuse(value || fallback),
          input,
          output,
        }),
      ),
    style: () =>
      choose<Style>('How is the application put together?', {
        code: 'in src/app.ts, in the order of the text',
        configured: 'from config/autoload/*.global.ts',
        modular: 'from a config-provider.ts in each module',
      }),
    container: () =>
      choose<Container>('A service container?', {
        none: 'functions and classes, imported where they are used',
        'container-factory': 'services by name, with @app/container-factory',
      }),
    router: () =>
      choose<Router>('Which router? Another one is another dependency.', {
        'find-my-way': 'a tree that prefers what is static',
        trouter: 'the first registered route wins',
        rou3: 'a small tree',
      }),
  }
}

function answered(answer: string | symbol): string {
  if (isCancel(answer)) throw CreateError.problem('Nothing was written.')
  return answer as string
}

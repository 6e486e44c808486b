export class Notes {
  textOf(id: string): string {
    return `Note ${id}`
  }
}

export async function openNotes(): Promise<Notes> {
  return new Notes()
}

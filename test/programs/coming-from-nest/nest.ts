import 'reflect-metadata'
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  UseGuards,
} from '@nestjs/common'

@Injectable()
class Notes {
  readonly #titles = ['Buy tea']

  find(id: number): string | undefined {
    return this.#titles[id - 1]
  }

  add(title: string): number {
    return this.#titles.push(title)
  }
}

@Injectable()
class StaffGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().headers.authorization === 'staff'
  }
}

@Controller('notes')
class NotesController {
  readonly #notes: Notes

  constructor(notes: Notes) {
    this.#notes = notes
  }

  @Get(':id')
  show(@Param('id', ParseIntPipe) id: number) {
    const title = this.#notes.find(id)
    if (title === undefined) throw new NotFoundException()
    return { id, title }
  }

  @Post()
  @UseGuards(StaffGuard)
  add(@Body() body: { title: string }) {
    return { id: this.#notes.add(body.title) }
  }
}

@Module({ controllers: [NotesController], providers: [Notes] })
export class NotesModule {}

import { Controller, Get, Header, Module } from '@nestjs/common';

@Controller()
class AppController {
  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  home() {
    return '<!doctype html><html lang="en"><title>Shop</title><link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js"></script><h1>Shop</h1></html>';
  }
}

@Module({ controllers: [AppController] })
export class AppModule {}

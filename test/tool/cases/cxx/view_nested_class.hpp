/*~ AutoMap_Begin */
class grid {
    struct cell { int i; float f; void *p /*~ AutoMap_Ignore */; };
    cell cells[2];
    char c;
} /*~ AutoMap_View(f: cells.f, c) */;
/*~ AutoMap_End */
